import { openIndexedDb, openKeyValueStore } from '../../../worker/adapters/indexeddb-key-value.js';
import { openLogStore, openLogStoreIn } from '../../../worker/adapters/indexeddb-log.js';
import { keyValueSuite, logSuite } from '../../fixtures/storage-suite.js';

keyValueSuite('IndexedDB key-value store', { open: openIndexedDb, keeps: true });
keyValueSuite('mirrored IndexedDB key-value store', { open: openKeyValueStore, keeps: true });
logSuite('IndexedDB log store', { open: (name) => openLogStore(name, 'relaxed'), keeps: true });
logSuite('IndexedDB log store in a bucket', {
  open: (name) => {
    const store = openLogStoreIn(`bucket-${name}`, name);
    if (!store) throw new Error('this browser has no storage buckets');
    return store;
  },
  keeps: true,
});
