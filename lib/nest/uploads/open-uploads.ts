import type { AbstractHttpAdapter } from '@nestjs/core';
import type { Route } from '../../model/definition/route.js';
import type { UploadPort } from '../../pipeline/uploads/upload-port.js';
import { DEFAULT_BODY_LIMIT } from '../../platform/body/read-request-body.js';
import { UploadReader } from '../../platform/uploads/upload-reader.js';
import type { RestModuleOptions } from '../options/rest-options.js';
import { loadDetection } from './detect-media-type.js';
import { uploadSettingsOf } from './upload-settings-of.js';

/**
 * What reads the forms of an application.
 *
 * @throws InvalidArgumentException where an option is invalid, or the package file-type is missing.
 */
export async function openUploads(
  { uploads = {}, bodyLimit }: RestModuleOptions,
  adapter: AbstractHttpAdapter,
  definitions: readonly Route[],
): Promise<UploadPort> {
  return new UploadReader({
    ...uploadSettingsOf(uploads),
    bodyLimit: bodyLimit ?? adapterLimit(adapter) ?? DEFAULT_BODY_LIMIT,
    detect: await loadDetection(definitions),
  });
}

/** Fastify has a limit of its own. */
function adapterLimit(adapter: AbstractHttpAdapter): number | undefined {
  if (adapter.getType() !== 'fastify') return undefined;
  const { initialConfig } = adapter.getInstance<{
    readonly initialConfig: { readonly bodyLimit?: number };
  }>();
  return initialConfig.bodyLimit;
}
