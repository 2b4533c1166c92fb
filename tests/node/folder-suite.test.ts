import { join } from 'node:path';
import { keyValueSuite, logSuite } from '../fixtures/storage-suite.js';
import { folderStorage, scratch } from './host.js';

const folder = scratch();
const storage = (name: string) => folderStorage(join(folder, name));

keyValueSuite('key-value store in a folder', { open: (name) => storage(name).keyValue, keeps: true });
logSuite('log store in a folder', { open: (name) => storage(name).log, keeps: true });
