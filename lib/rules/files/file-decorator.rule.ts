import { argumentsOf } from '../../model/checked/checked-parameter.js';
import type { RouteRule } from '../rule.js';

/**
 * Nest's interceptors read the form for `@UploadedFile()` and `@UploadedFiles()` of `@nestjs/common`, and
 * nothing is left of it for a parameter of the type `UploadedFile`. Only the boot knows the decorators,
 * from the metadata that they write.
 */
export const fileDecoratorRule: RouteRule = ({ parameters, route, readers }) => {
  const takesFiles = argumentsOf(parameters).some(({ file }) => file !== undefined);
  if (!takesFiles || route.routeIndex > 0) return [];
  const decorators = readers.fileDecorators?.(route.methodName) ?? [];
  return decorators.map(({ name, index }) => ({
    code: 'RR1034',
    part: { kind: 'parameter', owner: 'route', index },
    expected: 'parameters of the type UploadedFile only',
    received: name,
  }));
};
