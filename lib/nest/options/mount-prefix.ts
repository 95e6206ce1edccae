import type { ApplicationConfig } from '@nestjs/core';
import type { RestModuleOptions } from './rest-options.js';

const DEFAULT_PREFIX = 'api';

/** Where the routes are mounted: with a slash in front and none at the end; empty for the root. */
export function mountPrefix({ prefix }: RestModuleOptions, config: ApplicationConfig): string {
  const text = prefix ?? (config.getGlobalPrefix() || DEFAULT_PREFIX);
  const trimmed = text.replace(/^\/+|\/+$/g, '');
  return trimmed === '' ? '' : `/${trimmed}`;
}
