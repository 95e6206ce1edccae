import KeyvRedis from '@keyv/redis';
import type { RestCacheOptions } from 'nestjs-rest-routes';
import { TokenGuard } from './users/token.guard.js';

/**
 * The Redis of `REDIS_URL`, so that a purge reaches every process; without it, the memory of the process. The guard only
 * finds the user, so that shared caches may keep public responses.
 */
export function cacheOptions(): RestCacheOptions {
  const url = process.env['REDIS_URL'];
  const uniform = [TokenGuard];
  return url === undefined ? { uniform } : { store: new KeyvRedis(url), uniform };
}
