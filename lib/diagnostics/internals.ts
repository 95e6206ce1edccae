/**
 * How errors of packages are recognized that an application may not have. docs/architecture.md lists each use, with the
 * promise that it keeps and the public alternative that was considered.
 */

/** Whether an error is one of Fastify or of its plugins, as Nest recognizes them: by the name of its class. */
export function isFastifyError(error: Error): boolean {
  return error.constructor.name === 'FastifyError';
}

/** The rules of class-validator, which all copies of the package keep here; `undefined` until one is loaded. */
export function validatorStorage(): unknown {
  return Reflect.get(globalThis, 'classValidatorMetadataStorage');
}
