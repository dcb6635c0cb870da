import { currentOf } from '@/shared/api/conflict';
import { ConnectionForm } from '@/shared/forms/credentials/connection-form';
import { useLanguage } from '@/shared/i18n/language';
import { textOf } from '@/shared/i18n/texts';
import { useCan } from '@/shared/session/session';
import { ConnectionResult } from './connection-result';
import {
  paymentMethods,
  saveCredentials,
  testConnection,
  type Credentials,
  type PaymentGateway,
  type PaymentMethod,
} from './payment.api';

/** PY-02: the credentials of a method's gateway and the test of its connection. */
export function GatewayConnection({
  gateway,
  method,
  credentials,
}: {
  gateway: PaymentGateway;
  method: PaymentMethod;
  credentials: Credentials;
}) {
  const { language } = useLanguage();
  const mayUpdate = useCan('update', 'Payment');
  return (
    <ConnectionForm
      name={textOf(gateway.name, language)}
      provider={gateway}
      stored={credentials}
      isComplete={credentials.connection.is_complete}
      mayUpdate={mayUpdate}
      invalidates={[paymentMethods.key]}
      save={(values, version) => saveCredentials(method.id, values, version)}
      test={() => testConnection(method.id)}
      currentOf={(stale) => currentOf<'put', '/payment-methods/{id}/credentials'>(stale)}
      result={<ConnectionResult connection={credentials.connection} />}
      callback={
        gateway.callback_setup && credentials.callback_url
          ? { address: credentials.callback_url, help: textOf(gateway.callback_setup, language) }
          : null
      }
      returnAddress={
        gateway.return_setup && credentials.return_url
          ? { address: credentials.return_url, help: textOf(gateway.return_setup, language) }
          : null
      }
    />
  );
}
