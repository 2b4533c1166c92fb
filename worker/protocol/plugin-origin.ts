/** Begins the origin of a plugin that a backup has brought; what follows is what the backup said. */
export const FROM_BACKUP = 'backup:';
