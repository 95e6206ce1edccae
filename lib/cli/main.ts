#!/usr/bin/env node
import 'reflect-metadata';
import { run } from './run.js';

const code = await run(process.argv.slice(2), {
  print: (text) => process.stdout.write(`${text}\n`),
  complain: (text) => process.stderr.write(`${text}\n`),
});
// What the modules of an application have opened must not keep a command from ending.
process.exit(code);
