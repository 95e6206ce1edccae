import { argumentsOf, type CheckedArgument } from '../definition/argument-definition.js';
import type { Finding, RouteRule } from '../rule.js';

/** The methods whose body a client can fill with a form. */
const FORM_METHODS: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

/** A file comes from the body of a form, which one of the methods of the route must have. */
export const fileMethodRule: RouteRule = ({ parameters, route: { methods } }) => {
  if (methods.some((method) => FORM_METHODS.has(method))) return [];
  return argumentsOf(parameters).flatMap((argument) => findingOf(argument, methods));
};

function findingOf(
  { file, index, name }: CheckedArgument,
  methods: readonly string[],
): readonly Finding[] {
  if (file === undefined) return [];
  const part = { kind: 'parameter', owner: 'route', index, name } as const;
  const received = methods.length === 0 ? 'no method' : methods.join(', ');
  return [{ code: 'RR1033', part, expected: 'POST, PUT or PATCH', received }];
}

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
