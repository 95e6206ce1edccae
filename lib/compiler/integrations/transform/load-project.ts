import type { Project } from './project.js';

/** The compiler is loaded when there is something to read: a project without routes never waits for it. */
export async function loadProject(root: string, tsconfig: string | undefined): Promise<Project> {
  const { openProject } = await import('./project.js');
  const { readProjectConfig } = await import('../../program/project-config.js');
  return openProject(readProjectConfig(root, tsconfig));
}
