/** Names that the contracts of other products fix. Nothing else of the engine knows them. */

/** The field of `ctx` under which tools of an orchestration find their run: `{ activatedEntryKeys, abortSignal }`. */
export const RUN_FIELD = '__lukerRun';

/** The field of a session's metadata that is the engine's own. */
export const OWN_METADATA = '_stello';

/** The tool by which a session forks a child. */
export const CREATE_SESSION_TOOL_NAME = 'stello_create_session';

/** Tools by which agents of a mode hand over their work. Names that begin with `prefix` are reserved for them. */
export const MODE_TOOLS = {
  prefix: 'luker_orch_',
  submit: 'luker_orch_submit_result',
  step: 'luker_orch_planner_step',
  output: 'luker_orch_node_output',
  guidance: 'luker_orch_final_guidance',
  approve: 'luker_orch_review_approve',
  rerun: 'luker_orch_review_rerun',
  /** An older name of `rerun`. */
  rerunAlias: 'luker_orch_request_rerun',
} as const;
