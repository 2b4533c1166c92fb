import * as z from 'zod/mini';
import { METHODS } from './capabilities/index.js';

z.config({ jitless: true });

/** Whether the user has said yes, would have to be asked, or has not been asked and will not be. */
export const rightState = z.enum(['granted', 'askable', 'denied']);
/** Where a permission stands in the manifest, for messages: `permissions/0 (weather)`. */
const line = z.string();

/** The rights of one call to its plugin's own store. */
export const storageRights = z.object({
  group: z.literal('storage'),
  permission: z.string(),
  state: rightState,
  line,
  /** `false` for a tool that only reads. */
  write: z.boolean(),
  quotaBytes: z.number(),
});

/** One permission of the group `net`. */
export const netRule = z.object({
  permission: z.string(),
  state: rightState,
  line,
  hosts: z.array(z.string()),
  methods: z.array(z.enum(METHODS)),
  secrets: z.array(z.string()),
});
/** One permission of the group `net`. */
export type NetRule = z.infer<typeof netRule>;

/** The requests that one call may send. */
export const netRights = z.object({
  group: z.literal('net'),
  rules: z.array(netRule),
  /** `false` for a tool that only reads: GET and nothing else. */
  write: z.boolean(),
  /** `false` while the user is being shown what a call would do: then nothing is sent at all. */
  send: z.boolean(),
});

/** The rights of one call to one of the broker's services. */
export const rightsSchema = z.discriminatedUnion('group', [storageRights, netRights]);
export type StorageRights = z.infer<typeof storageRights>;
export type NetRights = z.infer<typeof netRights>;
export type Rights = z.infer<typeof rightsSchema>;

/** Whose a port is, for which call, and how much may go over it. */
export const portGrant = {
  /** Never used twice. */
  grant: z.string(),
  plugin: z.string(),
  tool: z.string(),
  call: z.string(),
  /** The simulation whose overlay it writes to; without one it writes for good. */
  simulation: z.optional(z.string()),
  /** Requests, and bytes out, that the call may make over this port. */
  requestsPerCall: z.number(),
  bytesOutPerCall: z.number(),
};

/** A port of the broker's whole life: who it was given to, for which call, with which rights. */
export const callGrant = z.object({ ...portGrant, rights: rightsSchema });
export type CallGrant = z.infer<typeof callGrant>;

/** Fields of every port that one of our workers serves. */
export type PortGrant = Omit<CallGrant, 'rights'>;

/** The user's answer to a question that was asked over a port. */
export const portDecision = z.object({ grant: z.string(), permission: z.string(), allowed: z.boolean() });
export type PortDecision = z.infer<typeof portDecision>;

/** Events of the side that serves ports, for main. */
export type PortEvent =
  /** A call needs a permission that its user has not been asked about yet. */
  | { readonly ask: { readonly grant: string; readonly permission: string; readonly what: string } }
  /** A message over the port of this grant broke the protocol. */
  | { readonly forged: string };

/** The traffic of a port. */
export interface PortUse {
  readonly requests: number;
  readonly bytesOut: number;
}
