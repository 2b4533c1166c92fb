import { isLoopback } from './own-host.js';

const LABEL = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
/** At least two labels, the last no number: no IPv4 literal, in whatever notation, ends so. */
const NAME = new RegExp(`^(${LABEL}\\.)+(?=[a-z0-9-]*[a-z])(?!0x[0-9a-f]*(:|$))${LABEL}(:\\d{1,5})?$`);
/** Names that mean this machine or its own network. */
const LOCAL = /(^|\.)(localhost|local|internal|home\.arpa|lan)(:\d+)?$/;

/** True for a host as a manifest may name it: an exact name in small ASCII letters, with its port where it has one. */
export const isGrantableHost = (host: string): boolean => isLoopback(host) || (NAME.test(host) && !LOCAL.test(host));
