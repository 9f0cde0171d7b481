-- SPDX-FileCopyrightText: 2026 The Longpole authors
-- SPDX-License-Identifier: GPL-3.0-or-later
-- rocmProfileData's RPD format, written from its published schema.
CREATE TABLE rocpd_string (id INTEGER PRIMARY KEY AUTOINCREMENT, string VARCHAR(4096) NOT NULL);
INSERT INTO rocpd_string VALUES (1,''),(2,'hipLaunchKernel'),(3,'hipMemcpyAsync'),(4,'UserMarker'),(5,'iteration 3'),(6,'KernelExecution'),
  (7,'CopyHostToDevice'),(8,'void axpy<float>(int)'),(9,'ptr=0x7f | size=0x40'),(10,'Barrier'),(11,'FillBuffer');
CREATE TABLE rocpd_metadata (id INTEGER PRIMARY KEY, tag VARCHAR(4096) NOT NULL, value VARCHAR(4096) NOT NULL);
INSERT INTO rocpd_metadata VALUES (1,'schema_version','2');
CREATE TABLE rocpd_api (id INTEGER PRIMARY KEY, pid INTEGER NOT NULL, tid INTEGER NOT NULL, start INTEGER NOT NULL, "end" INTEGER NOT NULL,
  apiName_id INTEGER NOT NULL, args_id INTEGER NOT NULL);
INSERT INTO rocpd_api VALUES (4294967297,50,51,1000,1010,2,1),(4294967298,50,51,1020,1030,3,9),(4294967299,50,51,990,1100,4,5);
CREATE TABLE rocpd_op (id INTEGER PRIMARY KEY, gpuId INTEGER NOT NULL, queueId INTEGER NOT NULL, sequenceId INTEGER NOT NULL,
  completionSignal VARCHAR(18) NOT NULL, start INTEGER NOT NULL, "end" INTEGER NOT NULL, description_id INTEGER NOT NULL, opType_id INTEGER NOT NULL);
INSERT INTO rocpd_op VALUES (1,2,3,0,'',1040,1060,8,6),(2,2,3,1,'',1070,1080,1,7),(3,2,3,2,'',1081,1082,1,10),(4,2,3,3,'',1083,1084,1,11);
CREATE TABLE rocpd_api_ops (id INTEGER PRIMARY KEY, api_id INTEGER NOT NULL, op_id INTEGER NOT NULL);
INSERT INTO rocpd_api_ops VALUES (1,4294967297,1),(2,4294967298,2);
CREATE TABLE rocpd_kernelapi (api_ptr_id INTEGER PRIMARY KEY, stream VARCHAR(18), gridX INTEGER, gridY INTEGER, gridZ INTEGER, workgroupX INTEGER,
  workgroupY INTEGER, workgroupZ INTEGER, groupSegmentSize INTEGER, privateSegmentSize INTEGER, kernelName_id INTEGER);
INSERT INTO rocpd_kernelapi VALUES (4294967297,'0x0',26656,1,1,128,1,1,512,0,8);
CREATE TABLE rocpd_copyapi (api_ptr_id INTEGER PRIMARY KEY, stream VARCHAR(18), size INTEGER, kind INTEGER);
INSERT INTO rocpd_copyapi VALUES (4294967298,'0x0',64,1);
CREATE TABLE rocpd_monitor (id INTEGER PRIMARY KEY, deviceType VARCHAR(16), deviceId INTEGER, monitorType VARCHAR(16), start INTEGER, "end" INTEGER,
  value VARCHAR(255));
INSERT INTO rocpd_monitor VALUES (1,'gpu',2,'sclk',1000,1090,'144'),(2,'gpu',2,'sclk',1090,1100,'2100');
