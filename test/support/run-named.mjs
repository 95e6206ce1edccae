import { spawnSync } from 'node:child_process';

/**
 * Runs the command that the first argument names, with the arguments after it, and ends with its exit code. Without
 * a name it lists all; for an unknown name it also ends with 1.
 * A command is a list: what a shell runs first, and last the words for Node, which get the arguments.
 */
export function runNamed(script, commands) {
  const [name, ...args] = process.argv.slice(2);
  const command = Object.hasOwn(commands, name ?? '') ? commands[name] : undefined;
  if (command === undefined) {
    if (name !== undefined) console.error(`"${name}" is not one of these names.`);
    console.log(`npm run ${script} -- NAME, where NAME is one of:`);
    console.log(Object.keys(commands).join('\n'));
    process.exitCode = name === undefined ? 0 : 1;
    return;
  }
  process.exitCode = run(command, args);
}

function run(command, args) {
  const stdio = 'inherit';
  for (const first of command.slice(0, -1)) {
    const { status } = spawnSync(first, { shell: true, stdio });
    if (status !== 0) return status ?? 1;
  }
  const words = command.at(-1).split(' ');
  return spawnSync(process.execPath, [...words, ...args], { stdio }).status ?? 1;
}
