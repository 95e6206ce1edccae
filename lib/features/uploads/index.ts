import type { Feature } from '../../nest/composition/feature.js';
import type { RestUploadsOptions } from '../../nest/options/option-groups.js';
import type { NamesOf } from '../../nest/options/known-options.js';
import { createUploads } from './create-uploads.js';
import { awaitReaders } from './reading/upload-reader.js';
import { formStep, uploadStep } from './upload.step.js';

const OPTIONS: NamesOf<RestUploadsOptions> = {
  maxFileSize: true,
  maxFiles: true,
  maxFields: true,
  maxFieldsSize: true,
  memoryLimit: true,
  folder: true,
};

/** Forms with and without files, and bodies that are files. */
export const uploads: Feature = {
  name: 'uploads',
  options: { uploads: OPTIONS },
  extension: async ({ options, routes, hasAdapter, permissions, host }) => {
    // In process, files come with the data of a body.
    if (!hasAdapter) return undefined;
    host.onServer(awaitReaders);
    const reader = await createUploads(options, routes);
    return {
      beforeGuards: (endpoint) => formStep(endpoint, reader),
      afterCaller: (endpoint) => uploadStep(endpoint, permissions, reader),
    };
  },
};
