/** The database in which a restore is prepared. It is there only while one is. */
export const JOURNAL = 'bulkhead-restore';
/** The one object store of a database. */
export const OBJECTS = 'keyval';
