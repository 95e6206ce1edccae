import { posix } from 'node:path';
import type { Rule } from '@angular-devkit/schematics';
import { SchematicsException } from '../devkit.js';
import { projectFormat } from '../../wordpress/import/project-files.js';
import { checkWritten } from '../../wordpress/import/check-project.js';
import { importRoutes, reportLines } from '../../wordpress/import/import-routes.js';
import { parseHeaders } from '../../wordpress/index-location.js';
import { readIndex } from '../../wordpress/read-index.js';
import type { ElementOptions } from '../rest-element/rest-element.js';
import { hasTestRunner, TreeFiles } from '../source/project.js';

/** The options of `wordpress-routes`. */
export interface WordpressRoutesOptions extends Pick<
  ElementOptions,
  'path' | 'sourceRoot' | 'spec' | 'specFileSuffix' | 'skipImport'
> {
  readonly index?: string;
  /** The index, by the name of the only such flag that the Nest CLI forwards. */
  readonly type?: string;
  readonly namespace?: string;
  /** The namespace, as the first argument. */
  readonly name?: string;
  readonly header?: readonly string[];
}

/** `nest generate -c nestjs-rest-routes wordpress-routes shop/v1 --type https://example.com/wp-json/` */
export function wordpressRoutes(options: WordpressRoutesOptions): Rule {
  const { type, index: source = type, name, namespace = name, header = [] } = options;
  if (source === undefined || source === '') {
    throw new SchematicsException(
      'State the index: wordpress-routes shop/v1 --type https://example.com/wp-json/, or --index with the schematics CLI.',
    );
  }
  return async (tree, { logger }) => {
    const index = await readIndex(source, { headers: parseHeaders(header) });
    const files = new TreeFiles(tree);
    const withTests = options.spec !== false && hasTestRunner(tree);
    const { changes, reports, notes } = await importRoutes(index, files, {
      namespace,
      path: options.path,
      sourceRoot: posix.join('/', options.sourceRoot ?? 'src'),
      suffix: options.specFileSuffix ?? 'spec',
      withTests,
      isRegistered: options.skipImport !== true,
      format: await projectFormat(process.cwd()),
      check: checkWritten(process.cwd()),
    });
    if (options.spec !== false && !withTests) {
      logger.info('No tests are written: package.json has neither vitest nor jest.');
    }
    for (const [path, text] of changes) files.write(path, text);
    for (const line of [...notes, ...reports.flatMap(reportLines)]) logger.info(line);
  };
}
