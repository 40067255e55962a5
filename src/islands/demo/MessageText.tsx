import { Fragment } from 'react'

const CODE = /^\s*\d{6}\s*$/
/** Without the signs that end a sentence after it. */
const LINK = /(https?:\/\/\S*[^\s.,;:!?)”’])/

/** The text of a message, with codes large and addresses as links. */
export const MessageText = ({ text }: { text: string }) => (
  <div className="mailbox__text">
    {text.split(/\n{2,}/).map((block, index) =>
      CODE.test(block) ? (
        <p className="mailbox__code" key={index}>
          {block.trim()}
        </p>
      ) : (
        <p key={index}>
          {block.split(LINK).map((part, at) =>
            LINK.test(part) ? (
              <a href={part} key={at}>
                {part}
              </a>
            ) : (
              <Fragment key={at}>{part}</Fragment>
            ),
          )}
        </p>
      ),
    )}
  </div>
)
