import KeyvRedis from '@keyv/redis';
import type { RestCacheOptions } from 'nestjs-rest-routes';

/** The Redis of `REDIS_URL`, so that a purge reaches every process. Without it, the memory of the process. */
export function cacheOptions(): RestCacheOptions {
  const url = process.env['REDIS_URL'];
  return url === undefined ? {} : { store: new KeyvRedis(url) };
}
