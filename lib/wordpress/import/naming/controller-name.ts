import type { PlannedController } from '../plan/import-plan.js';
import { pascalCase } from './words.js';

/** The name of the class of a controller: `PostsController`. */
export function controllerName({ words }: PlannedController): string {
  return `${pascalCase(words)}Controller`;
}
