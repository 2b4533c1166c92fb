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
} from './types.js';
