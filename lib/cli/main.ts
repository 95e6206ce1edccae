#!/usr/bin/env node
import 'reflect-metadata';
import { run } from './run.js';

const code = await run(process.argv.slice(2), {
  print: (text) => process.stdout.write(`${text}\n`),
  complain: (text) => process.stderr.write(`${text}\n`),
});
// Handles that the modules of an application opened must not keep the process alive.
process.exit(code);
