import { HttpMethod, PublicAccess, RestController, RestRoute } from 'nestjs-rest-routes';
import * as services from '../shared/services.js';

@RestController('v1', '/subjects')
export class Subject {
  @RestRoute('', HttpMethod.Get, new PublicAccess())
  list(log: services.AuditLog) {}
}

export const expected = {
  methods: { list: { parameters: [{ name: 'log', type: { kind: 'class', name: 'AuditLog' } }] } },
};

export const references = () => ({ AuditLog: services.AuditLog });
