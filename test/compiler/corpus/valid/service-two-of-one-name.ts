import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import { AuditLog } from '../shared/services.js';
import * as other from '../shared/other-services.js';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(a: AuditLog, b: other.AuditLog) {}
}

export const expected = {
  methods: {
    list: {
      parameters: [
        { name: 'a', type: { kind: 'class', name: 'AuditLog' } },
        { name: 'b', type: { kind: 'class', name: 'AuditLog_2' } },
      ],
    },
  },
};

export const references = () => ({ AuditLog, AuditLog_2: other.AuditLog });
