/**
 * Which addresses a session may be sent to (RUN-4): public ones, and those of hosts that the
 * operator allowed. A name is judged by what it resolves to at the moment of connecting, and the
 * connection goes to the very addresses that were judged.
 */
import { lookup as systemLookup, type LookupAddress, type LookupAllOptions } from "node:dns";
import { Agent as HttpAgent } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import type { LookupFunction } from "node:net";
import { CallgateError } from "callgate";
import ipaddr from "ipaddr.js";

/** Resolves a name to all its addresses, as `dns.lookup` does. */
export type Resolve = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/** A platform's own service for its machines, on an address that is public by its range. */
const METADATA: ReadonlySet<string> = new Set(["168.63.129.16"]);

/** Where all public IPv6 addresses lie; what is outside was never handed out. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR("2000::/3");

/** The well-known prefix behind which a network reaches an IPv4 address from IPv6. */
const NAT64 = ipaddr.IPv6.parseCIDR("64:ff9b::/96");

/**
 * Whether an address is one of the public internet: not loopback, private, link-local, shared,
 * multicast, reserved, a cloud's metadata service, nor one of these in the disguise of an IPv6 one.
 * What is no address is not public.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.range() === "unicast" && !METADATA.has(parsed.toString());
  // With a prefix that every network knows the IPv4 address inside is the one that is reached.
  if (parsed.match(NAT64)) return isPublicAddress(parsed.toByteArray().slice(12).join("."));
  return parsed.range() === "unicast" && parsed.match(GLOBAL_IPV6);
}

/** The hosts that the operator allowed, whatever they resolve to. */
export class AllowedHosts {
  readonly #hosts: ReadonlySet<string>;

  /** Throws for an entry that is no host alone: it would never match, and nobody would notice. */
  constructor(hosts: readonly string[] = []) {
    this.#hosts = new Set(hosts.map(readHost));
  }

  has(host: string): boolean {
    return this.#hosts.has(plainHost(host));
  }
}

function readHost(written: string): string {
  const text = typeof written === "string" && !/[/?#@\\*%\s]/.test(written) ? written : "";
  const bare = text.includes(":") && !text.startsWith("[") ? `[${text}]` : text;
  const host = bare.startsWith("[") && !bare.endsWith("]") ? "" : (parseUrl(`http://${bare}`)?.hostname ?? "");
  if (plainHost(host) !== "") return plainHost(host);
  throw new CallgateError("invalid_argument", "an allowed host is a name or an address alone, without scheme, port, path or wildcard");
}

function parseUrl(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

/** A URL's host without the brackets of an IPv6 address and without the dots that end a name. */
export function plainHost(host: string): string {
  return host.replace(/^\[(.*)\]$/, "$1").replace(/\.+$/, "").toLowerCase();
}

/** How a host is checked and resolved. */
export interface AddressRules {
  readonly allowed: AllowedHosts;
  /** The system's resolver when none is given. */
  readonly resolve?: Resolve | undefined;
}

/**
 * The addresses of a URL's host that a connection may go to. Throws `address_unresolved` when
 * it does not resolve, and `address_refused` when only one of its addresses is not public: a name that
 * answers with a public and a private address is somebody's attempt.
 */
export async function checkedAddresses(url: URL, rules: AddressRules): Promise<LookupAddress[]> {
  const host = plainHost(url.hostname);
  // An address is its own resolution; the resolver is not asked, as it is not when connecting.
  if (ipaddr.isValid(host)) return judged(host, [{ address: host, family: ipaddr.parse(host).kind() === "ipv4" ? 4 : 6 }], rules);
  return new Promise((done, fail) => {
    resolveChecked(host, rules, 0, (error, addresses) => (error ? fail(error) : done(addresses)));
  });
}

/** Agents whose every connection goes to addresses that were checked for it. */
export function checkedAgent(url: URL, rules: AddressRules): HttpAgent {
  const lookup = checkedLookup(rules);
  const options = { keepAlive: true, lookup };
  return url.protocol === "https:" ? new HttpsAgent(options) : new HttpAgent(options);
}

/** INVARIANT: what it hands to the connection is what it judged; there is no second look-up in between. */
function checkedLookup(rules: AddressRules): LookupFunction {
  return (host, options, done) => {
    const family = options.family === 4 || options.family === "IPv4" ? 4 : options.family === 6 || options.family === "IPv6" ? 6 : 0;
    resolveChecked(host, rules, family, (error, addresses) => {
      const [first] = addresses;
      if (error || !first) done(error ?? unresolved(host), options.all ? [] : "", 0);
      else if (options.all) done(null, addresses);
      else done(null, first.address, first.family);
    });
  };
}

function resolveChecked(
  host: string,
  rules: AddressRules,
  family: 0 | 4 | 6,
  done: (error: Error | null, addresses: LookupAddress[]) => void,
): void {
  const { resolve = systemLookup } = rules;
  // "localhost" and names under it are this machine, whatever a resolver says.
  const name = plainHost(host);
  if ((name === "localhost" || name.endsWith(".localhost")) && !rules.allowed.has(name)) return done(refused(host), []);
  resolve(host, { all: true, family }, (error, addresses) => {
    if (error) return done(unresolved(host, error.code), []);
    try {
      done(null, judged(host, addresses, rules));
    } catch (refusal) {
      done(refusal as Error, []);
    }
  });
}

function judged(host: string, addresses: LookupAddress[], { allowed }: AddressRules): LookupAddress[] {
  if (addresses.length === 0) throw unresolved(host);
  if (!allowed.has(host) && !addresses.every(({ address }) => isPublicAddress(address))) throw refused(host);
  return addresses;
}

function refused(host: string): CallgateError {
  return new CallgateError(
    "address_refused",
    `\`${host}\` is not a public address (but loopback, private, link-local, metadata or the like): allow the host by name if it is meant`,
  );
}

function unresolved(host: string, code?: string): CallgateError {
  return new CallgateError("address_unresolved", `\`${host}\` cannot be resolved${code ? `: ${code}` : ""}`);
}
