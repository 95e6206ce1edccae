import type { Project } from './project.js';

/** Loads TypeScript and opens a project. A build without routes never calls this. */
export async function loadProject(root: string, tsconfig: string | undefined): Promise<Project> {
  const { Project } = await import('./project.js');
  const { readProjectConfig } = await import('../../program/project-config.js');
  return new Project(readProjectConfig(root, tsconfig));
}
