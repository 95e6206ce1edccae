import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** Commands that make the applications which the rows begin with, each in the folder `app`. */
const TEMPLATES = {
  'nest12-esm': 'npx --yes @nestjs/cli@12 new app -p npm --skip-git --skip-install',
  // What `nest new` runs. It asks for the module system, which only a terminal can answer.
  'nest12-cjs':
    'npx --yes -p @nestjs/schematics@12 -p @angular-devkit/schematics-cli@22 schematics @nestjs/schematics:application --name=app --type=cjs --language=ts --no-dry-run',
  nest11: 'npx --yes @nestjs/cli@11 new app -p npm --skip-git --skip-install',
  nx: 'npx --yes create-nx-workspace@23 app --preset=nest --appName=api --packageManager=npm --nxCloud=skip --interactive=false --skipGit --docker=false --e2eTestRunner=none --unitTestRunner=jest --analytics=false',
};

/** Copies a template, which is made when it is first needed. */
export function copyTemplate(name, scratch, target, run) {
  const folder = join(scratch, 'templates', name);
  if (!existsSync(join(folder, 'app'))) {
    mkdirSync(folder, { recursive: true });
    run(folder, TEMPLATES[name].split(' '));
  }
  cpSync(join(folder, 'app'), target, { recursive: true, verbatimSymlinks: true });
}
