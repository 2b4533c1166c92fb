export { forgetAsked } from './persistence.js';
export type {
  Backup,
  BackupCounts,
  BackupHost,
  BackupInfo,
  BackupProgress,
  EarlierGrant,
  LeftOut,
  PartName,
  RestoreOptions,
  RestoreReport,
  SaveOptions,
  StorageOptions,
  StorageState,
} from './types.js';
