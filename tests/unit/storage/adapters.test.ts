import { afterAll } from 'vitest';
import { memoryKeyValueStore, memoryLogStore } from '../../../worker/adapters/memory-stores.js';
import { closePorts, remoteOver } from '../../fixtures/remote-adapters.js';
import { keyValueSuite, logSuite } from '../../fixtures/storage-suite.js';

keyValueSuite('memory key-value store', { open: () => memoryKeyValueStore(), keeps: false });
logSuite('memory log store', { open: () => memoryLogStore(), keeps: false });
keyValueSuite('key-value store over a port', { open: (name) => remoteOver(name).keyValue, keeps: true });
logSuite('log store over a port', { open: (name) => remoteOver(name).log, keeps: true });
afterAll(closePorts);
