import { Inject, Injectable, Optional, Scope } from '@nestjs/common';
import { INQUIRER, REQUEST } from '@nestjs/core';
import { RestController } from 'nestjs-rest-routes';
import type { Shape } from '../shape.js';
import { Serve } from '../twin.js';

/** Handlers of a class with providers of one request, and transient ones. */
export const shape: Shape = {
  name: 'scoped',
  make({ version }) {
    @Injectable({ scope: Scope.REQUEST })
    class OfRequest {
      constructor(
        @Inject(REQUEST) readonly request: { readonly url: string; readonly user?: unknown },
      ) {}
    }
    @Injectable({ scope: Scope.TRANSIENT })
    class Transient {
      readonly owner: string;
      constructor(
        @Inject(INQUIRER) owner: object,
        readonly own: OfRequest,
      ) {
        this.owner = owner.constructor.name;
      }
    }
    @Injectable()
    class Shared {
      calls = 0;
    }
    @RestController(version as 'subject', '/scoped')
    class Scoped {
      constructor(
        readonly own: OfRequest,
        readonly transient: Transient,
        readonly shared: Shared,
        @Optional() @Inject('absent') readonly absent?: unknown,
      ) {}

      @Serve('Get', '')
      get(): object {
        const { own, transient, shared, absent } = this;
        return {
          url: own.request.url,
          user: own.request.user,
          isSame: transient.own === own,
          owner: transient.owner,
          calls: ++shared.calls,
          absent,
        };
      }
    }
    return { routes: Scoped, providers: [OfRequest, Transient, Shared] };
  },
  request: (random) => ({ method: 'GET', path: random.pick(['', '?a=1']) }),
};
