import { VersioningType } from '@nestjs/common';

/** The settings of Nest's adapters that their own hooks read, by the names that both adapters have for them. */
interface AdapterState {
  readonly onRequestHook?: unknown;
  readonly onResponseHook?: unknown;
  readonly corsHook?: unknown;
  readonly securityHook?: unknown;
  readonly isShuttingDown?: boolean;
  readonly versioningOptions?: { readonly type: VersioningType };
}

interface KnownHook {
  /** The source text, without white space. */
  readonly text: string;
  /** Whether the hook changes nothing. */
  readonly isIdle: (adapter: AdapterState) => boolean;
}

const hasNoRequestHook = ({ onRequestHook }: AdapterState): boolean => onRequestHook === undefined;
const hasNoResponseHook = ({ onResponseHook }: AdapterState): boolean =>
  onResponseHook === undefined;
const hasNoHooks = (adapter: AdapterState): boolean =>
  hasNoRequestHook(adapter) && hasNoResponseHook(adapter);

/**
 * The hooks that Nest's adapters add to each instance, in the versions that are known. A hook that is not listed
 * here, or has changed by a letter, counts as one of the application.
 */
const KNOWN: readonly KnownHook[] = [
  {
    text: '(request,reply,done)=>{if(this.onRequestHook){this.runLifecycleHook(this.onRequestHook,request,reply,done);}else{done();}}',
    isIdle: hasNoRequestHook,
  },
  {
    text: '(request,reply,done)=>{if(this.onRequestHook){this.onRequestHook(request,reply,done);}else{done();}}',
    isIdle: hasNoRequestHook,
  },
  {
    text: '(request,reply,done)=>{if(this.onResponseHook){this.runLifecycleHook(this.onResponseHook,request,reply,done);}else{done();}}',
    isIdle: hasNoResponseHook,
  },
  {
    text: '(request,reply,done)=>{if(this.onResponseHook){this.onResponseHook(request,reply,done);}else{done();}}',
    isIdle: hasNoResponseHook,
  },
  {
    text: "(request,reply,done)=>{if(this.return503OnClosing&&this.isShuttingDown){if(request.raw.httpVersionMajor!==2){reply.header('Connection','close');}reply.code(503).send({error:'ServiceUnavailable',message:'ServiceUnavailable',statusCode:503,});}else{done();}}",
    isIdle: ({ isShuttingDown }) => isShuttingDown !== true,
  },
  {
    text: '(request,reply,done)=>{if(!this.corsHook){returndone();}this.corsHook(request,reply,(err)=>{this.copyCorsHeadersToRaw(reply);done(err);});}',
    isIdle: ({ corsHook }) => corsHook === undefined,
  },
  {
    text: '(request,reply,done)=>{if(this.securityHook){done(this.securityHook(request,reply.raw));}else{done();}}',
    isIdle: ({ securityHook }) => securityHook === undefined,
  },
  {
    // A path of the library begins with a slash.
    text: '(request,reply,done)=>{if(request.is404||this.isRoutableRequestTarget(request.raw.url)){done();}else{reply.callNotFound();}}',
    isIdle: () => true,
  },
  {
    text: '(request,_reply,done)=>{if(!this.versionExtractorErrors.has(request.raw)){done();return;}consterr=this.versionExtractorErrors.get(request.raw);this.versionExtractorErrors.delete(request.raw);done(err||newfastify.errorCodes.FST_ERR_SEND_UNDEFINED_ERR());}',
    isIdle: ({ versioningOptions }) => versioningOptions?.type !== VersioningType.CUSTOM,
  },
  {
    text: "(req,res,next)=>{if(this.onResponseHook){res.on('finish',async()=>{try{awaitthis.onResponseHook.apply(this,[req,res]);}catch(err){this.logger.error(err);}});}if(this.onRequestHook){this.runRequestHook(req,res,next);}else{next();}}",
    isIdle: hasNoHooks,
  },
  {
    text: "(req,res,next)=>{if(this.onResponseHook){res.on('finish',()=>{voidthis.onResponseHook.apply(this,[req,res]);});}if(this.onRequestHook){voidthis.onRequestHook.apply(this,[req,res,next]);}else{next();}}",
    isIdle: hasNoHooks,
  },
];

/**
 * Says at any time whether hooks that an adapter of Nest's has added change nothing. `undefined` where one of them is
 * not known to be an adapter's own.
 */
export function idleHooks(adapter: object, hooks: readonly unknown[]): (() => boolean) | undefined {
  const checks = new Set<KnownHook['isIdle']>();
  for (const hook of hooks) {
    const known = typeof hook === 'function' ? knownHook(hook) : undefined;
    if (known === undefined) return undefined;
    checks.add(known.isIdle);
  }
  const all = [...checks];
  return () => all.every((isIdle) => isIdle(adapter));
}

function knownHook(hook: object): KnownHook | undefined {
  const source = Function.prototype.toString.call(hook);
  // In the format of CommonJS, an import is a property of its module.
  const text = source.replaceAll(/\s+|fastify_1\.(?=fastify\.)/g, '');
  return KNOWN.find((known) => known.text === text);
}
