// What a hit costs, beside the same route uncached and beside Nest's CacheInterceptor: two works of
// the whole comparison. npm run bench -- cache; ROUNDS, SECONDS and ADAPTER choose.
process.env.WORKS = 'list;cached list';
process.env.CONTENDERS = 'ours;Nest + class-validator;Nest + zod';
await import('../http/run.mjs');
