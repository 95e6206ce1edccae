import { createRequire } from 'node:module';
import {
  explainNestUpdate,
  isNestSupported,
  type NestPackage,
} from '../../diagnostics/nest-version.js';
import { Injector } from '../internals.js';

/**
 * Stops an application on a version of Nest that the library does not support: the peer ranges allow it. Most of the
 * application would start there, but enhancers of request scope or of a class would not run correctly. If the manifests
 * of the packages cannot be read, as in a bundle, the existence of a needed method decides.
 *
 * @param adapter The type of the adapter of HTTP, if the application has one: its package is checked too.
 * @throws Error
 */
export function checkNestVersion(
  adapter: string | undefined,
  readManifest = requireManifest,
): void {
  const names: NestPackage[] = ['@nestjs/core', '@nestjs/common'];
  if (adapter === 'express' || adapter === 'fastify') names.push(`@nestjs/platform-${adapter}`);
  for (const name of names) {
    const version = readManifest(name)?.version;
    if (version === undefined || isNestSupported(name, version)) continue;
    throw new Error(explainNestUpdate(name, version, names));
  }
  if ('createResolutionContext' in Injector.prototype) return;
  throw new Error(explainNestUpdate('@nestjs/core', undefined, names));
}

/** The manifest of the copy of a package that the library imports; `undefined` in a bundle. */
function requireManifest(name: string): { readonly version?: string } | undefined {
  try {
    return createRequire(import.meta.url)(`${name}/package.json`) as { readonly version?: string };
  } catch {
    // A bundle has no manifests, and in the CommonJS format it also has no URL.
    return undefined;
  }
}
