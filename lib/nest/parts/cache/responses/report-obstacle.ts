import type { Logger } from '@nestjs/common';
import type { Obstacle } from './plain-cacheable.js';

/** Reports why the responses of a handler are not stored. */
export type ReportObstacle = (obstacle: Obstacle) => void;

/** Reports each kind of obstacle of a handler once. */
export function reportOnce(
  logger: Logger,
  handler: string,
  outside: () => readonly string[],
): ReportObstacle {
  const reported = new Set<string>();
  return (obstacle) => {
    if (reported.has(obstacle.kind)) return;
    reported.add(obstacle.kind);
    logger.warn(`${handler} is not cached: ${reasonOf(obstacle, outside)}`);
  };
}

function reasonOf(obstacle: Obstacle, outside: () => readonly string[]): string {
  if (obstacle.kind === 'replaced') {
    return (
      `it changes ${obstacle.names.join(', ')}, which something before it has set for one request. Set ` +
      'such a header in one place only.'
    );
  }
  const names = outside();
  const others = names.length === 0 ? "the adapter's hooks" : names.join(', ');
  return (
    `it returns class instances or other values that are not plain data, and a cache cannot hand those to ` +
    `${others}. List RestCacheInterceptor before interceptors, so that what they return is stored.`
  );
}
