import { HttpMethod, PublicAccess, RestController, RestRoute, type int } from 'nestjs-rest-routes';
import { BaseController, BaseHelper } from '../shared/base.js';
import { AuditLog } from '../shared/services.js';

@RestController('v1', '/subjects')
export class Subject extends BaseController {
  @RestRoute('/{id}', HttpMethod.Get, new PublicAccess())
  own(id: int) {}
  /** An override without a route has none. */
  override dropped(id: int) {}
}

export const expected = {
  methods: {
    own: { parameters: [{ name: 'id', type: { kind: 'integer' } }] },
    list: {
      parameters: [
        {
          name: 'kind',
          type: { kind: 'enum', name: 'Kind', members: ['Book', 'Film'], values: ['book', 'film'] },
        },
        { name: 'audit', type: { kind: 'class', name: 'AuditLog' } },
      ],
    },
    local: { parameters: [{ name: 'helper', type: { kind: 'class', name: 'BaseHelper' } }] },
  },
};

export const references = () => ({ AuditLog, BaseHelper });
