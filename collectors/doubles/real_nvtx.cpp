// SPDX-FileCopyrightText: 2026 The Longpole authors
// SPDX-License-Identifier: MIT
// A program with NVIDIA's own NVTX header compiled in, for checking that our description of what it
// offers to tools is right.
#include <nvtx3/nvToolsExt.h>
#if __has_include(<nvtx3/nvToolsExtPayload.h>)
#include <nvtx3/nvToolsExtPayload.h>
#define HAS_PAYLOADS 1
#endif

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace {

// As NCCL does: a description with an id of its own, an enum, ranges that carry the structure.
bool payloads()
{
#ifdef HAS_PAYLOADS
    struct Collective
    {
        std::uint64_t communicator;
        std::size_t bytes;
        int operation;
    };
    const nvtxDomainHandle_t domain = nvtxDomainCreateA("NCCL");
    constexpr std::uint64_t kOperation = NVTX_PAYLOAD_SCHEMA_ID_STATIC_START + 24;
    constexpr std::uint64_t kCollective = NVTX_PAYLOAD_SCHEMA_ID_STATIC_START + 5;
    const nvtxPayloadEnum_t names[] = {{"Sum", 0, 0}, {"Max", 2, 0}};
    nvtxPayloadEnumAttr_t operation = {};
    operation.fieldMask = NVTX_PAYLOAD_ENUM_ATTR_FIELD_ENTRIES
        | NVTX_PAYLOAD_ENUM_ATTR_FIELD_NUM_ENTRIES | NVTX_PAYLOAD_ENUM_ATTR_FIELD_SIZE
        | NVTX_PAYLOAD_ENUM_ATTR_FIELD_SCHEMA_ID;
    operation.entries = names;
    operation.numEntries = 2;
    operation.sizeOfEnum = sizeof(int);
    operation.schemaId = kOperation;
    nvtxPayloadSchemaEntry_t entries[3] = {};
    entries[0].type = NVTX_PAYLOAD_ENTRY_TYPE_UINT64;
    entries[0].name = "NCCL communicator ID";
    entries[1].type = NVTX_PAYLOAD_ENTRY_TYPE_SIZE;
    entries[1].name = "Message size [bytes]";
    entries[1].offset = offsetof(Collective, bytes);
    entries[2].type = kOperation;
    entries[2].name = "Reduction operation";
    entries[2].offset = offsetof(Collective, operation);
    nvtxPayloadSchemaAttr_t schema = {};
    schema.fieldMask = NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_TYPE | NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_ENTRIES
        | NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_NUM_ENTRIES | NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_STATIC_SIZE
        | NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_SCHEMA_ID;
    schema.type = NVTX_PAYLOAD_SCHEMA_TYPE_STATIC;
    schema.entries = entries;
    schema.numEntries = 3;
    schema.payloadStaticSize = sizeof(Collective);
    schema.schemaId = kCollective;
    const bool told = nvtxPayloadEnumRegister(domain, &operation) == kOperation
        && nvtxPayloadSchemaRegister(domain, &schema) == kCollective;
    schema.fieldMask &= ~std::uint64_t{NVTX_PAYLOAD_SCHEMA_ATTR_FIELD_SCHEMA_ID};
    const bool own =
        nvtxPayloadSchemaRegister(domain, &schema) >= NVTX_PAYLOAD_SCHEMA_ID_DYNAMIC_START;
    const Collective c{0x1c2f00aa, 4096, 2};
    nvtxEventAttributes_t e = {};
    e.version = NVTX_VERSION;
    e.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    e.messageType = NVTX_MESSAGE_TYPE_ASCII;
    e.message.ascii = "ncclAllReduce";
    nvtxPayloadRangePush(domain, &e, kCollective, &c, sizeof(c));
    const nvtxPayloadData_t data{kCollective, sizeof(c), &c};
    const int level = nvtxRangePushPayload(domain, &data, 1);
    nvtxRangePopPayload(domain, &data, 1);
    nvtxDomainRangePop(domain);
    return told && own && level == 1 && nvtxDomainIsEnabled(domain) == 1;
#else
    return true;
#endif
}

} // namespace

int main(int argc, char** argv)
{
    if (argc > 1 && std::strcmp(argv[1], "payloads") == 0) {
        return payloads() ? 0 : 1;
    }
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
