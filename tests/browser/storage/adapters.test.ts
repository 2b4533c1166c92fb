import { afterAll } from 'vitest';
import { openIndexedDb, openKeyValueStore } from '../../../worker/adapters/indexeddb-key-value.js';
import { openLogStore, openLogStoreIn } from '../../../worker/adapters/indexeddb-log.js';
import { closePorts, portTo, remoteOver } from '../../fixtures/remote-adapters.js';
import { endedWriterSuite, keyValueSuite, logSuite } from '../../fixtures/storage-suite.js';
import { startWriter, type WriterStart } from '../../fixtures/storage-writer.js';

const writer = (adapter: WriterStart['adapter']) => (name: string, from: number) =>
  startWriter({ adapter, name, from, ...(adapter === 'port' && { port: portTo(name) }) });

keyValueSuite('IndexedDB key-value store', { open: openIndexedDb, keeps: true, startWriter: writer('indexeddb') });
keyValueSuite('mirrored IndexedDB key-value store', {
  open: openKeyValueStore,
  keeps: true,
  startWriter: writer('mirrored'),
});
logSuite('IndexedDB log store', {
  open: (name) => openLogStore(name, 'relaxed'),
  keeps: true,
  startWriter: writer('log'),
});
logSuite('IndexedDB log store in a bucket', {
  open: (name) => {
    const store = openLogStoreIn(`bucket-${name}`, name);
    if (!store) throw new Error('this browser has no storage buckets');
    return store;
  },
  keeps: true,
  startWriter: writer('bucket'),
});
endedWriterSuite('key-value store over a port', {
  open: (name) => remoteOver(name).keyValue,
  startWriter: writer('port'),
});
afterAll(closePorts);
