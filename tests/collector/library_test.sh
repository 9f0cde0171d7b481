#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Longpole authors
# SPDX-License-Identifier: GPL-3.0-or-later
# What the injected library may need and show, and that nothing of it is torn down while the program ends.
#   library_test.sh LIBRARY OBJECT…
set -euo pipefail
library=$1
shift
fail() { echo "$library: $*" >&2; exit 1; }

needed=$(readelf -dW "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
for name in $needed; do
    case $name in
        libc.so.* | libm.so.* | libdl.so.* | libpthread.so.* | librt.so.* | ld-linux*) ;;
        *) fail "needs $name: only the C library may be needed" ;;
    esac
done
readelf -dW "$library" | grep -q 'NODELETE' || fail "may be unloaded: it lacks -z nodelete"
readelf -dW "$library" | grep -q 'SYMBOLIC' || fail "lacks -Bsymbolic"
shown=$(nm -D --defined-only "$library" | awk '{ print $3 }' | sort | paste -sd' ')
meant="InitializeInjection InitializeInjectionNvtx2 InitializeInjectionNvtxExtension"
meant+=" longpolePythonBegin longpolePythonEnd longpolePythonName longpolePythonNote longpolePythonStart"
[[ $shown == "$meant" ]] || fail "shows $shown"
for object in "$@"; do
    # A static with a destructor registers it: such a thing dies before the program's threads do.
    if nm "$object" | grep -qE '__cxa_(thread_)?atexit'; then
        fail "$object has a static with a destructor"
    fi
done
echo "$(wc -c <"$library") bytes, needs: $needed"
