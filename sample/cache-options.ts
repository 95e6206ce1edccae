import KeyvRedis from '@keyv/redis';
import type { RestCacheOptions } from 'nestjs-rest-routes';

/** Redis where `REDIS_URL` names one, so that a purge reaches every process; else memory. */
export function cacheOptions(): RestCacheOptions {
  const url = process.env['REDIS_URL'];
  return url === undefined ? {} : { store: new KeyvRedis(url) };
}
