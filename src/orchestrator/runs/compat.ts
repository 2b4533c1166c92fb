/** The field of `ctx` under which tools of Luker’s orchestrations find their run: `{ activatedEntryKeys, abortSignal }`. */
export const RUN_FIELD = '__lukerRun';
