import { GuardedBy, HttpMethod, RestController, RestRoute, type int } from 'nestjs-rest-routes';
import { OrdersService } from '../orders/orders.service.js';
import { SignatureGuard } from './signature.guard.js';

@RestController('v1', '/payments')
export class PaymentsController {
  constructor(private readonly orders: OrdersService) {}

  /** The webhook of the payment provider. */
  @RestRoute('', HttpMethod.Post, new GuardedBy(SignatureGuard))
  receive(event: 'paid', order: int): { readonly received: true } {
    if (event === 'paid') this.orders.pay(order);
    return { received: true };
  }
}
