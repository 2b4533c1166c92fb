import { METHODS, type Method } from '../protocol/capabilities/index.js';
import { BulkheadError } from '../protocol/errors.js';
import { isGrantableHost } from '../protocol/hosts.js';
import { isLoopback, isOwnHost } from '../protocol/own-host.js';
import type { NetRule } from '../protocol/rights.js';

const HOST_CHARS = 120;
const URL_CHARS = 8_192;
/** A name or a password before the host. Backslashes count as slashes, as they do for the browser. */
const USERINFO = /^[a-z][a-z0-9+.-]*:[\\/]*[^\\/?#]*@/i;
const IPV4 = /^\d+\.\d+\.\d+\.\d+$/;
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Headers that would speak for the browser or the user, or turn one method into another. */
const FORBIDDEN_HEADERS = new Set(
  `accept-charset accept-encoding access-control-request-headers access-control-request-method
  access-control-request-private-network connection content-length cookie cookie2 date dnt expect forwarded host
  keep-alive origin referer set-cookie te trailer transfer-encoding upgrade user-agent via x-forwarded-for
  x-forwarded-host x-forwarded-proto x-http-method x-http-method-override x-method-override x-real-ip`.split(/\s+/),
);
const FORBIDDEN_PREFIXES = ['proxy-', 'sec-'];

const denied = (message: string) => new BulkheadError('CAPABILITY_DENIED', message);

/**
 * Reads an address that a plugin asks for: the rules that hold whatever was granted. `page`: the host of the page, with its
 * port, which no plugin reaches.
 * @throws `CAPABILITY_DENIED` naming the rule.
 */
export function readAddress(text: string, page: string): URL {
  if (text.length > URL_CHARS) throw denied(`not sent: an address of more than ${URL_CHARS} characters`);
  if (!URL.canParse(text)) throw denied('not sent: no URL, with https:// and a host');
  const url = new URL(text);
  const host = url.host.slice(0, HOST_CHARS);
  const { protocol, hostname } = url;
  if (protocol !== 'https:' && protocol !== 'http:') throw denied(`not sent: https only, no ${protocol.slice(0, 20)}`);
  if (url.username !== '' || url.password !== '' || USERINFO.test(text)) {
    throw denied(`not sent: no user name or password before the host ${host}`);
  }
  if (hostname.endsWith('.')) throw denied(`not sent: ${host} ends in a dot, and is another host than without`);
  if (isLoopback(url.host)) {
    if (!text.toLowerCase().startsWith(`${protocol}//${url.host}`)) {
      throw denied(`not sent: ${host} has to be written just so`);
    }
  } else {
    if (IPV4.test(hostname) || hostname.startsWith('['))
      throw denied(`not sent: ${host} is an address in numbers, no name`);
    if (!isGrantableHost(url.host)) throw denied(`not sent: ${host} is no name of a host on the internet`);
    if (protocol === 'http:') throw denied(`not sent: https only, and ${host} was asked without`);
  }
  if (isOwnHost(url.host, page)) {
    throw denied(`not sent: ${host} is the server of the page itself, which no plugin may ask`);
  }
  return url;
}

/** Reads a method. @throws `CAPABILITY_DENIED` for one that no plugin may ask for, and for any but GET in a tool that only reads. */
export function readMethod(text: string, write: boolean): Method {
  const method = METHODS.find((known) => known === text);
  if (!method) throw denied(`not sent: ${text.slice(0, 20)} is none of the methods ${METHODS.join(', ')}`);
  if (!write && method !== 'GET') throw denied(`not granted: ${method} for a tool that only reads`);
  return method;
}

/**
 * The rule that a request falls under: one that is granted before one that would have to be asked for, and one that has
 * the secrets before one that has not.
 * @throws `CAPABILITY_DENIED` when there is none, or only one that is denied.
 */
export function findRule(rules: readonly NetRule[], host: string, method: Method, secrets: readonly string[]): NetRule {
  const name = host.slice(0, HOST_CHARS);
  const ofHost = rules.filter(({ hosts }) => hosts.includes(host));
  const [first] = ofHost;
  if (!first) throw denied(`not granted: net ${name} is in no permission of the manifest`);
  const fitting = ofHost.filter(({ methods }) => methods.includes(method));
  if (fitting.length === 0) {
    throw denied(`not granted: ${method} ${name}: ${first.line} is for ${first.methods.join(', ')}`);
  }
  const open = fitting.filter(({ state }) => state !== 'denied');
  const granted = open.filter(({ state }) => state === 'granted');
  const whole = (rule: NetRule) => secrets.every((secret) => rule.secrets.includes(secret));
  const rule = granted.find(whole) ?? open.find(whole) ?? granted[0] ?? open[0];
  if (!rule) throw denied(`not granted: net ${name}, ${fitting[0]?.line}`);
  return rule;
}

/** Reads a plugin's headers, their names in small letters. @throws `BAD_ARGS` for no header, `CAPABILITY_DENIED` for one not a plugin's to set. */
export function readHeaders(value: unknown): { readonly [name: string]: string } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new BulkheadError('BAD_ARGS', 'net.fetch: headers: an object of texts');
  }
  const headers = new Map<string, string>();
  for (const [given, text] of Object.entries(value)) {
    const name = given.toLowerCase();
    if (!TOKEN.test(given) || typeof text !== 'string') {
      throw new BulkheadError('BAD_ARGS', `net.fetch: headers: ${given.slice(0, 64)} is no header with a text`);
    }
    checkHeaderValue(name, text);
    // Many servers take one for the other.
    const dashed = name.replaceAll('_', '-');
    if (FORBIDDEN_HEADERS.has(dashed) || FORBIDDEN_PREFIXES.some((prefix) => dashed.startsWith(prefix))) {
      throw denied(`not sent: the header ${name} is not a plugin's to set`);
    }
    if (headers.has(name)) throw new BulkheadError('BAD_ARGS', `net.fetch: headers: ${name} is there twice`);
    headers.set(name, text);
  }
  return Object.fromEntries(headers);
}

/** @throws `BAD_ARGS` for characters that no header may have; the value is not repeated, it may hold a secret. */
export function checkHeaderValue(name: string, text: string): void {
  for (const char of text) {
    const code = char.codePointAt(0) ?? 0;
    if ((code < 0x20 && code !== 0x09) || code === 0x7f || code > 0xff) {
      throw new BulkheadError('BAD_ARGS', `net.fetch: headers: ${name} has characters that no header may have`);
    }
  }
}
