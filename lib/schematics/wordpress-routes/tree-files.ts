import type { Tree } from '@angular-devkit/schematics';
import type { ProjectFiles } from '../../wordpress/import/project-files.js';

/** The files of the project that a schematic changes. */
export class TreeFiles implements ProjectFiles {
  constructor(private readonly tree: Tree) {}

  readonly read = (path: string): string | undefined => this.tree.read(path)?.toString();

  readonly list = (folder: string): readonly string[] => {
    const paths: string[] = [];
    this.tree.getDir(folder).visit((path) => {
      if (path.endsWith('.ts') && !path.includes('/node_modules/')) paths.push(path);
    });
    return paths;
  };

  write(path: string, text: string): void {
    if (this.tree.exists(path)) this.tree.overwrite(path, text);
    else this.tree.create(path, text);
  }
}
