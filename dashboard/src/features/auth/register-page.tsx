import { useState } from 'react';
import { AuthFrame } from './auth-frame';
import { RegisterAccount } from './register-account';
import { RegisterCode } from './register-code';
import { RegisterMobile } from './register-mobile';
import { RegisterStore } from './register-store';
import { confirmCode, type CodeSent } from './auth.api';

export interface Account {
  name: string;
  email: string;
  password: string;
  password_confirmation: string;
}

type Step =
  | { at: 'mobile' }
  | { at: 'code'; mobile: string; codeSent: CodeSent; sentAt: number }
  | { at: 'account'; mobile: string; token: string }
  | { at: 'store'; mobile: string; token: string; account: Account };

/** AU-02: number, code, user, store. Input stays when the visitor steps back. */
export function RegisterPage() {
  const [step, setStep] = useState<Step>({ at: 'mobile' });
  const [account, setAccount] = useState<Account | undefined>(undefined);
  const [mobile, setMobile] = useState('');
  if (step.at === 'store') {
    // It has the frame itself: what is written in it is previewed beside it.
    return (
      <RegisterStore
        mobile={step.mobile}
        token={step.token}
        account={step.account}
        onAccountFault={() => setStep({ at: 'account', mobile: step.mobile, token: step.token })}
        onExpired={() => setStep({ at: 'mobile' })}
      />
    );
  }
  return (
    <AuthFrame>
      {step.at === 'mobile' && (
        <RegisterMobile
          mobile={mobile}
          onSent={(number, codeSent) => {
            setMobile(number);
            setStep({ at: 'code', mobile: number, codeSent, sentAt: Date.now() });
          }}
        />
      )}
      {step.at === 'code' && (
        <RegisterCode
          at={2}
          mobile={step.mobile}
          codeSent={step.codeSent}
          sentAt={step.sentAt}
          onResent={(codeSent) => setStep({ ...step, codeSent, sentAt: Date.now() })}
          onChangeNumber={() => setStep({ at: 'mobile' })}
          onCode={async (code) => {
            const token = await confirmCode(step.mobile, code);
            setStep({ at: 'account', mobile: step.mobile, token });
          }}
        />
      )}
      {step.at === 'account' && (
        <RegisterAccount
          account={account}
          onDone={(filled) => {
            setAccount(filled);
            setStep({ at: 'store', mobile: step.mobile, token: step.token, account: filled });
          }}
        />
      )}
    </AuthFrame>
  );
}
