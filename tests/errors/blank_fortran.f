C     Nothing but a comment.

