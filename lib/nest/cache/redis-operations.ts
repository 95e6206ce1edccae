import type { Keyv } from 'keyv';
import { randomToken, type Lease, type TextStore } from '../../caching/store/store.js';
import { logError } from '../../shared/log-text.js';

/** Keyv's adapter for Redis and Valkey. */
export interface RedisAdapter {
  readonly namespace?: string | undefined;
  createKeyPrefix(key: string, namespace?: string): string;
  getClient(): Promise<RedisClient>;
}

/** A client of one server, of a Cluster or of Sentinels. */
interface RedisClient {
  set(key: string, value: unknown, options: { PX: number; NX: true }): Promise<unknown>;
  eval(script: string, options: { keys: string[]; arguments: string[] }): Promise<unknown>;
}

const LONGEST_CONNECT_MS = 1000;

/** A lease is changed only by the process that holds it. */
const EXTEND =
  "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('PEXPIRE', KEYS[1], ARGV[2]) end return 0";

const RELEASE =
  "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0";

const LEAVE =
  "if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('SET', KEYS[1], ARGV[3], 'PX', ARGV[2]) end return 0";

/**
 * Connects a client of Redis or Valkey, so that the first request finds the store. Waits at most a second: an
 * application also starts without its store.
 */
export async function connectRedis({ store: adapter }: Keyv): Promise<void> {
  if (!isRedisAdapter(adapter)) return;
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LONGEST_CONNECT_MS);
  });
  // The guard of the store reports that it is unavailable, with the first request.
  const connected = adapter.getClient().catch(() => undefined);
  await Promise.race([connected, timeout]);
  clearTimeout(timer);
}

/**
 * The operations of Redis and Valkey that Keyv does not have, by the client of Keyv's adapter for them; none for any
 * other store. Values have the format in which Keyv writes them, and are read through Keyv.
 *
 * @see https://redis.io/docs/latest/commands/set/
 */
export function redisOperations(
  keyv: Keyv,
  warn: (text: string) => void,
): Pick<TextStore, 'add' | 'lease'> {
  const { store: adapter } = keyv;
  if (!isRedisAdapter(adapter)) return {};
  let mayRunScripts = true;
  const onRejected = (error: unknown): void => {
    if (mayRunScripts)
      warn(
        `Each process runs methods itself, because the store has no leases: it rejects EVAL. ${logError(error)}`,
      );
    mayRunScripts = false;
  };
  const nameOf = (key: string): string => nameInRedis(keyv, adapter, key);
  return {
    add: async (key, value, ttlMs) => {
      const text = await keyv.serializeData({ value, expires: Date.now() + ttlMs });
      const client = await adapter.getClient();
      await client.set(nameOf(key), text, { PX: ttlMs, NX: true });
    },
    lease: async (key, ttlMs) => {
      if (!mayRunScripts) return NO_LEASE;
      // This does not use Keyv's own expiry: only the server's clock decides, and the lease may be extended.
      const serialize = async (value: string): Promise<string> => {
        const text: unknown = await keyv.serializeData({ value });
        return String(text);
      };
      const held = await serialize(randomToken());
      const client = await adapter.getClient();
      const name = nameOf(key);
      const isTaken = (await client.set(name, held, { PX: ttlMs, NX: true })) === null;
      if (isTaken) return undefined;
      const run = async (script: string, ...rest: readonly string[]): Promise<void> => {
        try {
          await client.eval(script, { keys: [name], arguments: [held, ...rest] });
        } catch (error) {
          if (!isRejection(error)) throw error;
          onRejected(error);
        }
      };
      return {
        extend: (leaseMs) => run(EXTEND, String(leaseMs)),
        release: () => run(RELEASE),
        leave: async (note, noteMs) => run(LEAVE, String(noteMs), await serialize(note)),
      };
    },
  };
}

/** The name of a key in Redis, in the form that Keyv and its adapter write. */
export function nameInRedis(keyv: Keyv, adapter: RedisAdapter, key: string): string {
  const isPrefixed = keyv.useKeyPrefix && keyv.namespace !== undefined;
  return adapter.createKeyPrefix(isPrefixed ? `${keyv.namespace}:${key}` : key, adapter.namespace);
}

const NOTHING = (): Promise<void> => Promise.resolve();

/** The lease of a store without leases: each process calls methods itself. */
const NO_LEASE: Lease = { extend: NOTHING, release: NOTHING, leave: NOTHING };

/** Errors of a server with an access list that excludes a command or a channel, or without the command. */
const REJECTIONS = ['NOPERM', 'ERR unknown command'];

function isRejection(error: unknown): boolean {
  return error instanceof Error && REJECTIONS.some((start) => error.message.startsWith(start));
}

export function isRedisAdapter(store: unknown): store is RedisAdapter {
  if (typeof store !== 'object' || store === null) return false;
  return (
    'getClient' in store &&
    typeof store.getClient === 'function' &&
    'createKeyPrefix' in store &&
    typeof store.createKeyPrefix === 'function'
  );
}
