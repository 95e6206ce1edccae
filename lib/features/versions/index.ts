import { Logger } from '@nestjs/common';
import type { Feature } from '../../nest/composition/feature.js';
import { versionOfRoute, versionOption } from './version-option.js';
import { requireStep, versionStep } from './version.step.js';

/** Lost updates: a client changes only the version of a resource that it has read, by `ETag` and `If-Match`. */
export const versions: Feature = {
  name: 'versions',
  routeOptions: [versionOption],
  extension: ({ entries }) => {
    if (!entries.some(({ route }) => versionOfRoute(route.options) !== undefined)) return undefined;
    const logger = new Logger('RestModule');
    const isProduction = process.env['NODE_ENV'] === 'production';
    return {
      afterCaller: (endpoint) =>
        versionOfRoute(endpoint.definition.options) === undefined
          ? undefined
          : requireStep(endpoint),
      around: (endpoint, perform) => {
        const versionOf = versionOfRoute(endpoint.definition.options);
        if (versionOf === undefined) return perform;
        const report = isProduction ? warnOnce((text) => logger.warn(text)) : reject;
        return versionStep(endpoint, perform, versionOf, report);
      },
    };
  },
};

/** The error of a route that does not compare versions. */
class UncheckedVersionError extends Error {
  override readonly name = 'UncheckedVersionError';
}

/** In development, a test finds it. */
function reject(text: string): void {
  throw new UncheckedVersionError(text);
}

function warnOnce(warn: (text: string) => void): (text: string) => void {
  const warned = new Set<string>();
  return (text) => {
    if (warned.has(text)) return;
    warned.add(text);
    warn(text);
  };
}
