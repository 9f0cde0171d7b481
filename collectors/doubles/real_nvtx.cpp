// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// A program with NVIDIA's own NVTX header compiled in, for checking that our description of what it
// offers to tools is right.
#include <nvtx3/nvToolsExt.h>

int main()
{
    nvtxRangePushA("outer");
    const nvtxDomainHandle_t domain = nvtxDomainCreateA("Library");
    const nvtxStringHandle_t text = nvtxDomainRegisterStringA(domain, "registered");
    nvtxDomainNameCategoryA(domain, 3, "category three");
    nvtxEventAttributes_t e = {};
    e.version = NVTX_VERSION;
    e.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    e.category = 3;
    e.colorType = NVTX_COLOR_ARGB;
    e.color = 0xff112233;
    e.payloadType = NVTX_PAYLOAD_TYPE_INT64;
    e.payload.llValue = -5;
    e.messageType = NVTX_MESSAGE_TYPE_REGISTERED;
    e.message.registered = text;
    const int outerLevel = nvtxDomainRangePushEx(domain, &e);
    nvtxMarkA("mark");
    const nvtxRangeId_t id = nvtxRangeStartW(L"wide");
    nvtxRangeEnd(id);
    nvtxDomainRangePop(domain);
    nvtxNameOsThreadA(1234, "named thread");
    const int level = nvtxRangePop();
    return outerLevel == 1 && level == 0 ? 0 : 1;
}
