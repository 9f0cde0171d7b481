# SPDX-FileCopyrightText: 2026 The Longpole authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A small training step in PyTorch: torch_load.py eager|graph|profiler|fork"""
import os
import sys

import torch

shape = sys.argv[1]
model = torch.nn.Sequential(torch.nn.Linear(1024, 1024), torch.nn.ReLU(), torch.nn.Linear(1024, 1024)).cuda()
optimizer = torch.optim.SGD(model.parameters(), lr=0.01)
batch = torch.randn(256, 1024, device="cuda")


def step():
    torch.cuda.nvtx.range_push("step")
    optimizer.zero_grad(set_to_none=True)
    model(batch).square().mean().backward()
    optimizer.step()
    torch.cuda.nvtx.range_pop()


if shape == "graph":
    stream = torch.cuda.Stream()
    with torch.cuda.stream(stream):
        for _ in range(3):
            model(batch)
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        result = model(batch)
    for _ in range(50):
        graph.replay()
elif shape == "profiler":
    with torch.profiler.profile(activities=[torch.profiler.ProfilerActivity.CUDA]) as profile:
        step()
    print(len(profile.events()), "events for the other profiler")
else:
    for _ in range(50):
        step()
if shape == "fork" and os.fork() == 0:
    os._exit(0)
if shape == "fork":
    os.wait()
torch.cuda.synchronize()
