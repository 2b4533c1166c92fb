/** A tool name: 1 to 64 ASCII characters, a letter first. */
export const TOOL_NAME = /^[a-zA-Z][a-zA-Z0-9_]{0,63}$/;

/** A plugin's id: 3 to 64 characters, words of small letters and digits with hyphens between them. */
export const PLUGIN_ID = /^(?=.{3,64}$)[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/** Whom the host's own secrets belong to: no plugin can have this id. */
export const HOST_OWNER = '@host';
